/** Proto files, API reference and documentation say of every operation what its contract says. */
import { readdirSync, readFileSync } from 'node:fs';
import type { PackageDefinition } from '@grpc/proto-loader';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/access/clients/callable-operations.ts';
import { TASKS } from '../../src/access/tasks/task-claims.ts';
import { CONTRACTS, NAMED_SCHEMAS } from '../../src/contract/all.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { SESSION_CONTRACTS } from '../../src/contract/liveness-session.ts';
import { TASK_CONTRACTS } from '../../src/contract/task.ts';
import { APPLICATION_CONTRACTS } from '../../src/contract/token-api.ts';
import { loadDefinitions, SERVICES, serviceOf } from '../../src/protocols/grpc/definitions.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}
interface Message {
  readonly name: string;
  readonly field: readonly {
    readonly name: string;
    readonly type: string;
    readonly typeName: string;
  }[];
  readonly enumType: readonly Enumeration[];
}
interface Enumeration {
  readonly name: string;
  readonly value: readonly { readonly name: string }[];
}

const DOCS = new URL('../../docs/', import.meta.url);
const definitions: PackageDefinition = loadDefinitions();
const NAMED = new Map(
  (NAMED_SCHEMAS as readonly (Schema & { readonly $id?: string })[]).map((schema) => [
    `${schema.$id}#`,
    schema,
  ]),
);
const typeOf = (name: string) =>
  definitions[`prosopon.v1.${name}`] as unknown as { readonly type: Message & Enumeration };
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** The schema without what wraps it: a reference, a null, a list. */
function whole(schema: Schema | undefined): Schema | undefined {
  if (schema?.$ref !== undefined) return whole(NAMED.get(schema.$ref));
  return schema?.anyOf || schema?.items ? whole(schema.anyOf?.[0] ?? schema.items) : schema;
}

/** Members and names of a message that the schema lacks. */
function missing(message: Message, schema: Schema, path: string): string[] {
  return message.field.flatMap(({ name, type, typeName }) => {
    const member = camelCase(name);
    // Proto has one message for all images: only those of live ones have tags that say something.
    if (message.name === 'ImageData' && member === 'tags') return [];
    const known = whole(schema.properties?.[member]);
    if (known === undefined) return [`${path}.${member}`];
    if (type === 'TYPE_ENUM') {
      const nested = message.enumType.find((one) => one.name === typeName);
      const names = (nested ?? typeOf(typeName).type).value.map((value) => value.name);
      const unknown = names.filter((one) => one !== 'Unspecified' && !known.enum?.includes(one));
      return unknown.map((one) => `${path}.${member}: ${one}`);
    }
    if (type !== 'TYPE_MESSAGE' || known.properties === undefined) return [];
    return missing(typeOf(typeName).type, known, `${path}.${member}`);
  });
}

describe('the contracts', () => {
  it('cover all calls of clients and task tokens', () => {
    const called = [...CONTRACTS, ...SESSION_CONTRACTS, ...TASK_CONTRACTS].map(
      ({ operation }) => operation,
    );
    expect([...new Set(called)].sort()).toEqual([...OPERATIONS].sort());
  });

  it('list everything that a task token permits, and what counts as an attempt', () => {
    const uses = (contracts: readonly Contract[]) =>
      contracts.flatMap(({ http, token }) => (token ? [[http.id, token]] : []));
    expect(Object.fromEntries(uses(CONTRACTS))).toEqual({
      enroll: { attemptOf: 'enroll' },
      verify: { attemptOf: 'verify' },
      identify: { attemptOf: 'identify' },
      livenessDetection: { attemptOf: 'livenessdetection', sequence: true },
      videoLivenessDetection: { attemptOf: 'livenessdetection' },
      getTemplateStatus: { free: true },
    });
    const run = (attemptOf: string) => ({ attemptOf, required: true, uploaded: true });
    expect(Object.fromEntries(uses(TASK_CONTRACTS))).toEqual({
      uploadSample: { free: true, required: true },
      tellChallenge: { free: true, required: true },
      ...Object.fromEntries(
        TASKS.flatMap((task) => [
          [`getTask_${task}`, run(task)],
          [`runTask_${task}`, run(task)],
        ]),
      ),
      runTask_livenesssession: run('livenesssession'),
    });
  });

  it('match the proto files, member by member', () => {
    const methods = SERVICES.flatMap((name) => Object.values(serviceOf(definitions, name)));
    const rpcs = CONTRACTS.map(({ rpc }) => `/prosopon.v1.${rpc}`);
    expect(rpcs.sort()).toEqual(methods.map(({ path }) => path).sort());
    const wrong = CONTRACTS.flatMap(({ rpc, request, response, http }) => {
      const method = methods.find(({ path }) => path.endsWith(`.${rpc}`));
      const { requestType, responseType } = method as unknown as Record<string, { type: Message }>;
      const ofClass = http.path.includes(':classId');
      const taken = {
        properties: { ...(request as Schema)?.properties, ...(ofClass && { classId: {} }) },
      };
      return [
        ...missing(requestType!.type, taken, `${rpc} request`),
        ...missing(responseType!.type, whole(response as Schema)!, `${rpc} answer`),
      ];
    });
    // All requests share the message of an image; only liveness looks at its burst.
    expect(wrong.filter((path) => !path.endsWith(' request.images.burst'))).toEqual([]);
  });

  it('match the documentation', () => {
    const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' });
    const docs = pages
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(new URL(name, DOCS), 'utf8'));
    const all = [...CONTRACTS, ...SESSION_CONTRACTS, ...TASK_CONTRACTS, ...APPLICATION_CONTRACTS];
    const addresses = all.map(({ http }) => http.path.replace(/\/:\w+/, ''));
    const named =
      docs.join('\n').match(/\/api\/(?:(?:face|ofiq|task)\/)?v1\/[a-z0-9/-]*[a-z]/g) ?? [];
    expect(named.filter((path) => !addresses.includes(path))).toEqual([]);
    const grpc = readFileSync(new URL('grpc.md', DOCS), 'utf8');
    const methods = CONTRACTS.map(({ rpc }) => rpc?.split('/').at(-1) ?? '');
    expect(methods.filter((method) => !grpc.includes(method))).toEqual([]);
  });
});
