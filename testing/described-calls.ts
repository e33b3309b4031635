/** Holds calls and their answers against an OpenAPI description, as a validating client does. */
import SwaggerParser from '@apidevtools/swagger-parser';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: TSchema }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: TSchema & { readonly type?: string };
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly callbacks?: Readonly<
    Record<string, Readonly<Record<string, { readonly post: Operation }>>>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface DescribedCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly contentType: string | null;
  readonly answer: unknown;
}

/** @param document is changed. @throws it is not valid OpenAPI */
export async function readDescription(document: object) {
  await SwaggerParser.validate(structuredClone(document) as never);
  const { paths } = (await SwaggerParser.dereference(document as never)) as unknown as {
    paths: Paths;
  };
  const operationOf = (method: string, path: string) => {
    const [address = ''] = path.split('?');
    const parts = address.split('/');
    const fits = (template: string) => {
      const pattern = template.split('/');
      const same = (part: string, i: number) => part.startsWith('{') || part === parts[i];
      return pattern.length === parts.length && pattern.every(same);
    };
    const exact = (template: string) => !template.includes('{');
    const found = Object.keys(paths)
      .filter(fits)
      .sort((a, b) => Number(exact(b)) - Number(exact(a)));
    return found.map((template) => paths[template]![method.toLowerCase()]).find(Boolean);
  };
  return {
    /** What is wrong with the request. */
    requestProblems({ method, path, body }: DescribedCall): string[] {
      const operation = operationOf(method, path);
      if (operation === undefined) return [`${method} ${path} is not described`];
      const query = new URL(path, 'http://described').searchParams;
      return [
        ...queryProblems(operation.parameters ?? [], query),
        ...(body === undefined ? [] : problemsOf(operation.requestBody, 'application/json', body)),
      ];
    },
    /** What is wrong with the answer. */
    answerProblems({ method, path, status, contentType, answer }: DescribedCall): string[] {
      const described = operationOf(method, path)?.responses[status];
      if (described === undefined) return [`${method} ${path}: ${status} is not described`];
      // OSIA describes no body for some refusals.
      if (described.content === undefined) return [];
      return problemsOf(described, contentType ?? '', answer);
    },
    /** What is wrong with the result at the callback of that call. */
    callbackProblems(method: string, path: string, contentType: string, body: unknown): string[] {
      const [callback] = Object.values(operationOf(method, path)?.callbacks ?? {});
      const [address] = Object.values(callback ?? {});
      if (address === undefined) return [`${method} ${path} has no callback`];
      return problemsOf(address.post.requestBody, contentType, body);
    },
  };
}

function queryProblems(parameters: readonly Parameter[], query: URLSearchParams): string[] {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const unknown = [...query.keys()].filter((key) => !known.some(({ name }) => name === key));
  const wrong = known.flatMap(({ name, required, schema }) => {
    const text = query.get(name);
    if (text === null) return required ? [`${name} is missing`] : [];
    const value = schema.type === 'integer' || schema.type === 'number' ? Number(text) : text;
    return Value.Check(schema, value) ? [] : [`${name}=${text} is not as described`];
  });
  return [...unknown.map((key) => `${key} is not described`), ...wrong];
}

function problemsOf(described: Content | undefined, contentType: string, value: unknown): string[] {
  const [type = ''] = contentType.split(';');
  const schema = described?.content?.[type]?.schema;
  if (schema === undefined) return [`no body of type "${type}" is described`];
  return [...Value.Errors(schema, value)].map((error) => JSON.stringify(error));
}
