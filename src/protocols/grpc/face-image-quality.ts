/** The service FaceImageQualityService: the measures of ISO/IEC 29794-5. */
import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import { gradeQuality } from '../../operations/grade-quality.ts';
import { qualityResponse } from './answers.ts';
import type { Handle } from './jobs.ts';
import { submittedImage } from './requests.ts';

export function faceImageQuality(handle: Handle): UntypedServiceImplementation {
  return {
    faceImageQuality: handle({
      operation: 'grade-quality',
      run: async (parts, context, { image }: { image: Uint8Array }) =>
        gradeQuality(parts, context, { image: submittedImage(image, 'image') }),
      answer: qualityResponse,
      // The message has no member for it: its fields are those of the interface and no more.
      trailer: ({ measurements }) => ({
        'quality-method': [...new Set(measurements.map(({ method }) => method))].sort().join(', '),
        'quality-approximate': measurements
          .filter(({ method }) => method === 'approximate')
          .map(({ measure }) => measure)
          .join(', '),
      }),
    }),
  };
}
