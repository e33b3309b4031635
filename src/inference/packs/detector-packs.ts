/** The default detector wherever its pack is installed. */
import { type DetectorPack, raw } from './pack.ts';

const YUNET_COMMIT = '02246e79b1e976c83d1e135a85e0628120c93769';

export const YUNET: DetectorPack = {
  name: 'yunet',
  kind: 'detector',
  description: 'YuNet, box and five points, any image size',
  licence: 'Apache-2.0 (ShiqiYu/libfacedetection.train)',
  provenance: `github.com/ShiqiYu/libfacedetection.train @${YUNET_COMMIT.slice(0, 12)}`,
  note: 'outputs cls_, obj_, bbox_ and kps_ for the strides 8, 16 and 32',
  format: 'onnx',
  file: {
    name: 'yunet_n_dynamic.onnx',
    url: raw('ShiqiYu/libfacedetection.train', YUNET_COMMIT, 'onnx/yunet_n_dynamic.onnx'),
    size: 322_906,
    sha256: '104ee26c71d5c270ce79a6b3dced91c91013260d29a6bf18f9296c5b8c4c2b12',
  },
  input: { width: 640, height: 640, channels: 'bgr', mean: [0, 0, 0], scale: 1 },
};
