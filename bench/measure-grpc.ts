/** Verification over gRPC and HTTP in turns, by one caller each, on the same service. */
import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadDefinitions } from '../src/protocols/grpc/definitions.ts';
import { openCaller, type Target, verifyBody } from './requests.ts';

/** Milliseconds of each verification. */
export interface ProtocolLatency {
  readonly http: readonly number[];
  readonly grpc: readonly number[];
}

/** @param grpcAddress host and port of the gRPC server of the same service */
export async function measureGrpc(
  target: Target,
  grpcAddress: string,
  jpeg: Uint8Array,
  passes: number,
): Promise<ProtocolLatency> {
  const overHttp = openCaller(target);
  const overGrpc = openGrpcCaller(grpcAddress, target.token, jpeg);
  const body = verifyBody(jpeg);
  const http: number[] = [];
  const grpc: number[] = [];
  const WARM_UP = 5;
  for (let pass = -WARM_UP; pass < passes; pass++) {
    const times = [await overHttp.verify(body), await overGrpc.verify()] as const;
    if (pass < 0) continue;
    http.push(times[0]);
    grpc.push(times[1]);
  }
  await overHttp.close();
  overGrpc.close();
  return { http, grpc };
}

/** Verifies the same image repeatedly. */
interface GrpcCaller {
  /** Resolves to the elapsed milliseconds. @throws unless the answer is "yes" */
  verify(): Promise<number>;
  close(): void;
}

function openGrpcCaller(address: string, token: string, image: Uint8Array): GrpcCaller {
  // biome-ignore lint/suspicious/noExplicitAny: made from the proto files at run time
  const { prosopon } = loadPackageDefinition(loadDefinitions()) as any;
  const stub = new prosopon.v1.FaceRecognition(address, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  return {
    verify: () =>
      new Promise((resolve, reject) => {
        const before = performance.now();
        const request = { classId: '1', image: { image } };
        stub.Verify(
          request,
          metadata,
          (error: Error | null, answer?: { readonly verified: boolean }) => {
            if (error === null && answer?.verified === true) resolve(performance.now() - before);
            else reject(error ?? new Error('verification over gRPC: not verified'));
          },
        );
      }),
    close: () => stub.close(),
  };
}
