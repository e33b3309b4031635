/**
 * ONNX Runtime without its telemetry: since 1.30 it sends events to its maker and keeps an
 * identifier of the machine in the home folder, unless the environment says otherwise before it is
 * loaded.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';

export const onnxRuntime = await import('onnxruntime-node');
