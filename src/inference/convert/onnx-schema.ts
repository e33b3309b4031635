/** The parts of the ONNX wire format (onnx.proto) that our converters write, read and change. */
import protobuf from 'protobufjs';
import type { Constant } from './weights.ts';

type Field = { id: number; type: string; rule?: 'repeated' };

const one = (id: number, type: string): Field => ({ id, type });
const many = (id: number, type: string): Field => ({ id, type, rule: 'repeated' });

/** Field numbers for changes in place: the graph of a model, the nodes of a graph. */
export const FIELDS = { graph: 7, node: 1 } as const;

const root = protobuf.Root.fromJSON({
  nested: {
    ModelProto: {
      fields: {
        irVersion: one(1, 'int64'),
        producerName: one(2, 'string'),
        producerVersion: one(3, 'string'),
        graph: one(FIELDS.graph, 'GraphProto'),
        opsetImport: many(8, 'OperatorSetIdProto'),
        metadataProps: many(14, 'StringStringEntryProto'),
      },
    },
    OperatorSetIdProto: { fields: { domain: one(1, 'string'), version: one(2, 'int64') } },
    StringStringEntryProto: { fields: { key: one(1, 'string'), value: one(2, 'string') } },
    GraphProto: {
      fields: {
        node: many(FIELDS.node, 'NodeProto'),
        name: one(2, 'string'),
        initializer: many(5, 'TensorProto'),
        input: many(11, 'ValueInfoProto'),
        output: many(12, 'ValueInfoProto'),
      },
    },
    NodeProto: {
      fields: {
        input: many(1, 'string'),
        output: many(2, 'string'),
        name: one(3, 'string'),
        opType: one(4, 'string'),
        attribute: many(5, 'AttributeProto'),
      },
    },
    AttributeProto: {
      fields: {
        name: one(1, 'string'),
        i: one(3, 'int64'),
        ints: many(8, 'int64'),
        type: one(20, 'int32'),
      },
    },
    TensorProto: {
      fields: {
        dims: many(1, 'int64'),
        dataType: one(2, 'int32'),
        name: one(8, 'string'),
        rawData: one(9, 'bytes'),
      },
    },
    ValueInfoProto: { fields: { name: one(1, 'string'), type: one(2, 'TypeProto') } },
    TypeProto: { fields: { tensorType: one(1, 'TensorTypeProto') } },
    TensorTypeProto: { fields: { elemType: one(1, 'int32'), shape: one(2, 'TensorShapeProto') } },
    TensorShapeProto: { fields: { dim: many(1, 'DimensionProto') } },
    DimensionProto: { fields: { dimValue: one(1, 'int64'), dimParam: one(2, 'string') } },
  },
});

const DATA_TYPE = { float: 1, int64: 7 } as const;

/** A length: a number, or the name of a dimension that is free at run time. */
export type Dimension = number | string;

export type AttributeValue = number | readonly number[];

const attribute = (name: string, value: AttributeValue): object =>
  typeof value === 'number' ? { name, type: 2, i: value } : { name, type: 7, ints: value };

const valueInfo = (value: OnnxValue): object => ({
  name: value.name,
  type: {
    tensorType: {
      elemType: DATA_TYPE.float,
      shape: {
        dim: value.dims.map((length) =>
          typeof length === 'number' ? { dimValue: length } : { dimParam: length },
        ),
      },
    },
  },
});

export interface OnnxValue {
  readonly name: string;
  readonly dims: readonly Dimension[];
}

export interface OnnxNode {
  readonly opType: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

export interface OnnxInitializer {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

export interface OnnxModel {
  readonly name: string;
  readonly opset: number;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly nodes: readonly OnnxNode[];
  readonly initializers: readonly OnnxInitializer[];
}

const nodeMessage = ({ opType, inputs, outputs, attributes }: OnnxNode): object => ({
  name: outputs[0],
  opType,
  input: inputs,
  output: outputs,
  attribute: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
});

/** A node in the form of a graph. */
export function encodeNode(node: OnnxNode): Uint8Array {
  const type = root.lookupType('NodeProto');
  return type.encode(type.create(nodeMessage(node))).finish();
}

/** The node's operation, inputs and outputs. @throws Error the bytes are no node */
export function decodeNode(bytes: Uint8Array): Omit<OnnxNode, 'attributes'> {
  const type = root.lookupType('NodeProto');
  const { opType, input, output } = type.toObject(type.decode(bytes), { arrays: true });
  return { opType, inputs: input, outputs: output };
}

/** The model as the bytes of an ONNX file (IR version 8). */
export function encodeModel(model: OnnxModel): Uint8Array {
  const type = root.lookupType('ModelProto');
  const message = type.create({
    irVersion: 8,
    producerName: 'prosopon',
    opsetImport: [{ domain: '', version: model.opset }],
    graph: {
      name: model.name,
      node: model.nodes.map(nodeMessage),
      initializer: model.initializers.map(({ name, dims, data }) => ({
        name,
        dims,
        dataType: data instanceof Float32Array ? DATA_TYPE.float : DATA_TYPE.int64,
        rawData: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      })),
      input: model.inputs.map(valueInfo),
      output: model.outputs.map(valueInfo),
    },
  });
  return type.encode(message).finish();
}

/** The float32 weights of an ONNX file by name. */
export function readInitializers(bytes: Uint8Array): Map<string, Constant> {
  const type = root.lookupType('ModelProto');
  const { graph } = type.toObject(type.decode(bytes), { longs: Number }) as {
    readonly graph: {
      readonly initializer: readonly {
        readonly name: string;
        readonly dims?: readonly number[];
        readonly dataType: number;
        readonly rawData: Uint8Array;
      }[];
    };
  };
  return new Map(
    graph.initializer
      .filter(({ dataType }) => dataType === DATA_TYPE.float)
      .map(({ name, dims = [], rawData }) => [
        name,
        { shape: dims, data: new Float32Array(Uint8Array.from(rawData).buffer) },
      ]),
  );
}
