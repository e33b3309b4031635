/** Replaces all tags of a template. */
import { Type } from 'typebox';
import { setTemplateTags } from '../operations/face/set-template-tags.ts';
import { MOST_TAGS, TAG } from '../templates/check-change.ts';
import { contract } from './contract.ts';
import { Nothing } from './members.ts';

const Tags = Type.Array(Type.String(), {
  description: `The whole set of tags of the template: at most ${MOST_TAGS} of ${TAG.text}.`,
  examples: [['staff', 'building-7']],
});

export const setTemplateTagsContract = contract({
  operation: 'set-template-tags',
  imageless: true,
  http: {
    method: 'PUT',
    path: '/api/face/v1/template/:classId/tags',
    id: 'setTemplateTags',
    refusals: [404],
    list: { body: Tags, member: 'tags', only: true },
  },
  rpc: 'FaceRecognition/SetTemplateTags',
  tag: 'Face',
  summary: 'Set the tags of a template',
  description: `Replaces the whole set: at most ${MOST_TAGS} tags of ${TAG.text}.`,
  request: Type.Object({ tags: Tags }),
  response: Nothing,
  example: {},
  run: (parts, context, { tags }, classId) => setTemplateTags(parts, context, { classId, tags }),
  answer: () => ({}),
});
