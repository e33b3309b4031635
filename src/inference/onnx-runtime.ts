/** ONNX Runtime without telemetry, which since 1.30 is on unless the environment says otherwise. */
process.env.ORT_DISABLE_TELEMETRY = '1';

export const onnxRuntime = await import('onnxruntime-node');
