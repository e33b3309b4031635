/** Erasure of a template. */
import { deleteTemplate } from '../operations/face/delete-template.ts';
import { contract } from './contract.ts';
import { Nothing } from './members.ts';

export const deleteTemplateContract = contract({
  operation: 'delete-template',
  imageless: true,
  http: {
    method: 'DELETE',
    path: '/api/face/v1/template/:classId',
    id: 'deleteTemplate',
    refusals: [404],
  },
  rpc: 'FaceRecognition/DeleteTemplate',
  tag: 'Face',
  summary: 'Delete a template',
  description: 'Erases the template, its thumbnails and tags.',
  response: Nothing,
  example: {},
  run: (parts, context, _request, classId) => deleteTemplate(parts, context, { classId }),
  answer: () => ({}),
});
