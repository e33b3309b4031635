/** How the members of a request are encoded, from the proto files. */
import type { PackageDefinition } from '@grpc/proto-loader';

/** Members by their number. */
export type MessageShape = ReadonlyMap<number, MemberShape>;

interface MemberShape {
  readonly wireType: number;
  /** Undefined: the member is no message. */
  readonly inner: MessageShape | undefined;
}

/** Wire types of protobuf's encoding, beside those of groups. */
export const WIRE_TYPE = { varint: 0, fixed64: 1, withLength: 2, fixed32: 5 } as const;

const WIRE_TYPES: Readonly<Record<string, number>> = {
  TYPE_BOOL: WIRE_TYPE.varint,
  TYPE_ENUM: WIRE_TYPE.varint,
  TYPE_INT32: WIRE_TYPE.varint,
  TYPE_INT64: WIRE_TYPE.varint,
  TYPE_DOUBLE: WIRE_TYPE.fixed64,
  TYPE_BYTES: WIRE_TYPE.withLength,
  TYPE_MESSAGE: WIRE_TYPE.withLength,
  TYPE_STRING: WIRE_TYPE.withLength,
};

/** Description of a member in protobuf's descriptors. */
interface FieldDescriptor {
  readonly number: number;
  readonly type: string;
  readonly typeName: string;
  readonly label: string;
}

/** Request shapes of all methods, by method name. */
export function requestShapes(definitions: PackageDefinition): ReadonlyMap<string, MessageShape> {
  const shapes = new Map<string, MessageShape>();
  for (const [name, service] of Object.entries(definitions)) {
    if ('format' in service) continue;
    const packageName = name.slice(0, name.lastIndexOf('.'));
    for (const [method, { requestType }] of Object.entries(service))
      shapes.set(method, shapeOf(definitions, packageName, requestType.type));
  }
  return shapes;
}

function shapeOf(definitions: PackageDefinition, packageName: string, type: object): MessageShape {
  const { field } = type as { readonly field: readonly FieldDescriptor[] };
  const innerOf = (typeName: string) => {
    const member = definitions[`${packageName}.${typeName}`];
    if (member === undefined || !('type' in member))
      throw new Error(`the proto files do not define ${packageName}.${typeName}`);
    return shapeOf(definitions, packageName, member.type);
  };
  return new Map(
    field.map(({ number, type, typeName, label }) => {
      const wireType = WIRE_TYPES[type];
      // Packed numbers would be members that nobody counts.
      const isPacked = label === 'LABEL_REPEATED' && wireType !== WIRE_TYPE.withLength;
      if (wireType === undefined || isPacked)
        throw new Error(`the scanner does not know members of ${label} ${type}`);
      return [number, { wireType, inner: type === 'TYPE_MESSAGE' ? innerOf(typeName) : undefined }];
    }),
  );
}
