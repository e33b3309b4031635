/** The service FaceRecognition: enrolment, verification, search and the care of templates. */
import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import { deleteTemplate } from '../../operations/delete-template.ts';
import { enroll } from '../../operations/enroll.ts';
import type { JobResult } from '../../operations/job.ts';
import { search } from '../../operations/search.ts';
import { setTemplateTags } from '../../operations/set-template-tags.ts';
import { templateStatus } from '../../operations/template-status.ts';
import { verify } from '../../operations/verify.ts';
import {
  enrollmentResponse,
  searchResponse,
  templateStatusResponse,
  verificationResponse,
} from './answers.ts';
import type { Handle } from './jobs.ts';
import { type ImageData, submittedImage, submittedImages } from './requests.ts';

interface OfClass {
  readonly classId: string;
}

interface SearchRequest {
  readonly images: readonly ImageData[];
  readonly tags: readonly string[];
  readonly topMatches: boolean;
}

const classId = (request: OfClass) => request.classId;
const nothing = (_result: JobResult) => ({});

export function faceRecognition(handle: Handle): UntypedServiceImplementation {
  const searchAs = (operation: 'search' | 'identify') =>
    handle({
      operation,
      transaction: 'required',
      run: async (parts, context, { images, tags, topMatches }: SearchRequest) =>
        search(parts, context, { images: submittedImages(images), tags, topMatches }),
      answer: searchResponse,
    });

  return {
    enroll: handle({
      operation: 'enroll',
      classId,
      run: async (
        parts,
        context,
        { images, consent }: OfClass & { images: readonly ImageData[]; consent: string },
        classId,
      ) =>
        enroll(parts, context, {
          classId,
          images: submittedImages(images),
          ...(consent === '' ? {} : { consent }),
        }),
      answer: enrollmentResponse,
    }),
    verify: handle({
      operation: 'verify',
      classId,
      run: async (parts, context, { image }: OfClass & { image: ImageData | null }, classId) =>
        verify(parts, context, { classId, image: submittedImage(image?.image, 'image') }),
      answer: verificationResponse,
    }),
    search: searchAs('search'),
    identify: searchAs('identify'),
    setTemplateTags: handle({
      operation: 'set-template-tags',
      classId,
      run: (parts, context, { tags }: OfClass & { tags: readonly string[] }, classId) =>
        setTemplateTags(parts, context, { classId, tags }),
      answer: nothing,
    }),
    getTemplateStatus: handle({
      operation: 'template-status',
      classId,
      run: (
        parts,
        context,
        { downloadThumbnails }: OfClass & { downloadThumbnails: boolean },
        classId,
      ) => templateStatus(parts, context, { classId, downloadThumbnails }),
      answer: ({ template }) => templateStatusResponse(template),
    }),
    deleteTemplate: handle({
      operation: 'delete-template',
      classId,
      run: (parts, context, _request: OfClass, classId) =>
        deleteTemplate(parts, context, { classId }),
      answer: nothing,
    }),
  };
}
