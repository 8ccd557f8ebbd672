/** Names a picture in the address by which mails show it. Only addresses that were made here lead to one. */
import crypto from 'node:crypto'
import { messagePicturesApi } from '@muster/contract/messages/pictures.api'
import type { Config } from '../../../platform/config.ts'
import { isSameText } from '../../../platform/same-text.ts'

export interface PictureRef {
  teamId: number
  fileId: string
}

/** @param secret of the installation */
export function pictureToken(secret: string, { teamId, fileId }: PictureRef): string {
  const name = `${teamId.toString(36)}-${fileId.replaceAll('-', '')}`
  return `${name}-${macOf(secret, name)}`
}

/** Undefined for anything that was not signed here. */
export function readPictureToken(secret: string, token: string): PictureRef | undefined {
  const [, team = '', file = '', mac = ''] =
    /^([1-9a-z][0-9a-z]{0,9})-([0-9a-f]{32})-([0-9a-f]{32})$/.exec(token) ?? []
  if (!isSameText(mac, macOf(secret, `${team}-${file}`))) return undefined
  const fileId = file.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { teamId: Number.parseInt(team, 36), fileId }
}

/** The whole address, for mails. */
export const pictureUrl = (
  { secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>,
  picture: PictureRef,
): string =>
  `${publicUrl}/api${messagePicturesApi.public.path.replace(':token', pictureToken(secret, picture))}`

const macOf = (secret: string, name: string): string =>
  crypto.createHmac('sha256', secret).update(`message picture ${name}`).digest('hex').slice(0, 32)
