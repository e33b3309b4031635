/** The models of the reference implementation of ISO/IEC 29794-5, together called `iso-29794-5`. */
import type { PackFile, PackSource, QualityPack } from './pack-schema.ts';

/** The name under which commands know all of them. */
export const QUALITY = 'iso-29794-5';

/** Where ISO publishes all of them in one archive. */
export const QUALITY_ARCHIVE = 'https://standards.iso.org/iso-iec/29794/-5/ed-1/en/OFIQ-MODELS.zip';

export const QUALITY_ROLES = [
  'detector',
  'landmarks',
  'pose',
  'occlusion',
  'parsing',
  'unified',
  'expression-b0',
  'expression-b2',
  'expression-trees',
  'compression',
  'sharpness',
] as const;

/** What a model of the reference is for. */
export type QualityRole = (typeof QUALITY_ROLES)[number];

const file = (name: string, size: number, sha256: string): PackFile => ({ name, size, sha256 });

function pack(
  role: QualityRole,
  description: string,
  format: PackSource['format'],
  side: number | undefined,
  ...files: PackFile[]
): QualityPack {
  return {
    name: `${QUALITY}-${role}`,
    kind: 'quality',
    description,
    licence: 'as published with OFIQ (several licences; some for research only): read them first',
    provenance: QUALITY_ARCHIVE,
    sources: [{ format, files }],
    side,
  };
}

const UNTESTED =
  'no file of iso-29794-5 was ever run here; what reads them was compared with OpenCV on others';

export const QUALITY_PACKS: readonly QualityPack[] = [
  {
    ...pack(
      'detector',
      'face detection (SSD)',
      'caffe-ssd',
      300,
      file(
        'ssd_facedetect.prototxt.txt',
        29_881,
        '34d850436faf158ca4e690533ba27c1decf29653559299d80db9274146332ca7',
      ),
      file(
        'ssd_facedetect.caffemodel',
        10_666_211,
        '2a56a11a57a4a295956b0660b4a3d76bbdca2206c4961cea8efe7d95c7cb2f2d',
      ),
    ),
    note: UNTESTED,
  },
  pack(
    'landmarks',
    '98 landmarks (ADNet)',
    'onnx',
    256,
    file(
      'ADNet.onnx',
      54_747_293,
      '5aed3eb5b6ecd3504e5216078a3db064f6c93f2a420f12d0e82f2184c64c9654',
    ),
  ),
  pack(
    'pose',
    'head pose (3DDFA V2)',
    'onnx',
    120,
    file(
      'mb1_120x120.onnx',
      13_046_240,
      'efeb77517d067c197a314bc3d72aa04f03ceb6468f121d6c9f185dd44736e4ae',
    ),
  ),
  pack(
    'occlusion',
    'what covers the face',
    'onnx',
    224,
    file(
      'face_occlusion_segmentation_ort.onnx',
      57_307_779,
      'e847464bd8c0c596e8921c18d303fc6bf0ddb4a127ba4d1213c19701ed8790d0',
    ),
  ),
  pack(
    'parsing',
    'parts of the face and what is around it (BiSeNet)',
    'onnx',
    400,
    file(
      'bisenet_400.onnx',
      53_193_813,
      '750ae55d5c440074a085ddd31a3fbd19a9e922ffb22d25eeb2bdf4f26eb3250a',
    ),
  ),
  pack(
    'unified',
    'unified quality score (MagFace)',
    'onnx',
    112,
    file(
      'magface_iresnet50_norm.onnx',
      174_394_035,
      'bc03f082a59ccb3189c6c9aec429f376523fe6586e207c401ab8d1694888babb',
    ),
  ),
  pack(
    'expression-b0',
    'expression features (HSEmotion, EfficientNet B0)',
    'onnx',
    224,
    file(
      'enet_b0_8_best_vgaf_embed_zeroed.onnx',
      16_052_940,
      '467e6c31152cd6db94f50c5d0b8e2ce4d1280f2fbd7b826609aefb92779a9e15',
    ),
  ),
  pack(
    'expression-b2',
    'expression features (HSEmotion, EfficientNet B2)',
    'onnx',
    260,
    file(
      'enet_b2_8_embed_zeroed.onnx',
      30_800_917,
      '9a62be277daf63e553900ff15fe2124fb4ba9b4d759364e21f07464f351e8b44',
    ),
  ),
  pack(
    'expression-trees',
    'neutral expression from these features (boosted trees)',
    'opencv-trees',
    undefined,
    file(
      'hse_1_2_C_adaboost.yml.gz',
      19_368_922,
      '6555645c47dd2d3ff290a6e881890fa8ca8adeaf31d4678a4bd2a3524d25ad87',
    ),
  ),
  pack(
    'compression',
    'traces of compression',
    'onnx',
    248,
    file(
      'ssim_248_model.onnx',
      23_382_575,
      '001fe8e73803a3ffb4dbfc7794d9e20232eb925606e8efe68e54696516d04b41',
    ),
  ),
  pack(
    'sharpness',
    'sharpness (random forest)',
    'opencv-trees',
    undefined,
    file(
      'face_sharpness_rtree.xml.gz',
      507_331,
      '0d7decdad2b635e4d811f4de30a4bb451038d0698e72d452ba4b231de7710b02',
    ),
  ),
];
