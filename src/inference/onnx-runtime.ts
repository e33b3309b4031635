/** ONNX Runtime without its telemetry, which is on by default since 1.30. */
process.env.ORT_DISABLE_TELEMETRY = '1';

export const onnxRuntime = await import('onnxruntime-node');
