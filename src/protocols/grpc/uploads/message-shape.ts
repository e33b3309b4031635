/** Members of a request that are messages themselves, from the proto files. */
import type { PackageDefinition } from '@grpc/proto-loader';

/** Members that are messages, by their number. */
export type MessageShape = ReadonlyMap<number, MessageShape>;

/** Description of a member in protobuf's descriptors. */
interface FieldDescriptor {
  readonly number: number;
  readonly type: string;
  readonly typeName: string;
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
  const messages = field.filter((member) => member.type === 'TYPE_MESSAGE');
  return new Map(
    messages.map(({ number, typeName }) => {
      const member = definitions[`${packageName}.${typeName}`];
      if (member === undefined || !('type' in member))
        throw new Error(`the proto files do not define ${packageName}.${typeName}`);
      return [number, shapeOf(definitions, packageName, member.type)];
    }),
  );
}
