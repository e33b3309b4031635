/** Reads the weights of a Caffe model by layer (public field numbers of caffe.proto). */
import protobuf from 'protobufjs';

const root = protobuf.Root.fromJSON({
  nested: {
    NetParameter: {
      fields: { layer: { id: 100, type: 'LayerParameter', rule: 'repeated' } },
    },
    LayerParameter: {
      fields: {
        name: { id: 1, type: 'string' },
        blobs: { id: 7, type: 'BlobProto', rule: 'repeated' },
      },
    },
    BlobProto: {
      fields: {
        num: { id: 1, type: 'int32' },
        channels: { id: 2, type: 'int32' },
        height: { id: 3, type: 'int32' },
        width: { id: 4, type: 'int32' },
        data: { id: 5, type: 'float', rule: 'repeated' },
        shape: { id: 7, type: 'BlobShape' },
      },
    },
    BlobShape: { fields: { dim: { id: 1, type: 'int64', rule: 'repeated' } } },
  },
});

export interface Blob {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

interface DecodedNet {
  readonly layer?: readonly {
    readonly name?: string;
    readonly blobs?: readonly {
      readonly num?: number;
      readonly channels?: number;
      readonly height?: number;
      readonly width?: number;
      readonly data?: readonly number[];
      readonly shape?: { readonly dim?: readonly number[] };
    }[];
  }[];
}

/** @throws Error the file is no Caffe model */
export function readCaffeWeights(bytes: Uint8Array): ReadonlyMap<string, readonly Blob[]> {
  const type = root.lookupType('NetParameter');
  const net = type.toObject(type.decode(bytes), { longs: Number }) as DecodedNet;
  if (net.layer === undefined) throw new Error('no Caffe model: it has no layers');
  return new Map(
    net.layer.map(({ name = '', blobs = [] }) => [
      name,
      blobs.map(({ num = 1, channels = 1, height = 1, width = 1, data = [], shape }) => ({
        shape: shape?.dim ?? [num, channels, height, width],
        values: Float32Array.from(data),
      })),
    ]),
  );
}
