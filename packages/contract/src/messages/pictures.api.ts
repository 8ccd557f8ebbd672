/** Pictures in mails: files of the team that anyone may read by their address, which nobody can guess. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { teamParams } from '../paging.ts'
import { messageSectionPermissions } from './message-permissions.ts'

/** Formats that every mail program shows. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']
export const maxPictureBytes = 5 * 1024 * 1024

/** Those who write what mails say. */
const authors = [
  'outgoing_messages_other_users_emails',
  'outgoing_messages_templates',
  'outgoing_messages_user_emails',
] as const
const pictures = '/teams/:teamId/outgoingMessagePictures' as const
/** Programs that load the pictures for many people, such as those of mail providers, have few addresses. */
const picturesPerMinute = 6000

const pictureSchema = z.object({ fileId: z.uuid() }).meta({ id: 'OutgoingMessagePicture' })

export const messagePicturesApi = {
  upload: endpoint({
    method: 'POST',
    path: pictures,
    access: authors,
    changes: ['files'],
    summary: 'Store the picture in the body for mails: PNG, JPEG or GIF',
    params: teamParams,
    query: z.object({ name: z.string().min(1).max(1000) }),
    response: pictureSchema,
    errors: ['file_too_large', 'file_empty', 'image_too_large', 'unsupported_file', 'storage_quota'],
    kind: 'upload',
    // A name is cleaned, not rejected.
    checksOwnText: ['name'],
  }),
  copy: endpoint({
    method: 'POST',
    path: `${pictures}/copies`,
    access: authors,
    changes: ['files'],
    summary: 'Take a picture that the caller may read for mails, where anyone may then read it',
    params: teamParams,
    body: z.strictObject({ fileId: z.uuid() }),
    response: pictureSchema,
    errors: ['file_too_large', 'unsupported_file'],
  }),
  get: endpoint({
    method: 'GET',
    path: `${pictures}/:fileId`,
    access: messageSectionPermissions,
    reads: [],
    summary: 'A picture of a mail, for those who write it',
    params: teamParams.extend({ fileId: z.uuid() }),
    kind: 'stream',
  }),
  public: endpoint({
    method: 'GET',
    path: '/public/outgoingMessagePictures/:token',
    access: 'public',
    reads: [],
    summary: 'A picture of a mail, for those who got it; it never changes',
    rateLimit: picturesPerMinute,
    isOpen: true,
    params: z.object({ token: z.string().max(100) }),
    kind: 'stream',
  }),
}
