import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-config-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const load = (env: Record<string, string>) => loadConfig({ MUSTER_DATA_DIR: folder, ...env })

test('an empty environment is a working configuration', () => {
  expect(load({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    role: 'all',
    isProduction: true,
    dataDir: folder,
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
    hasSample: true,
  })
})

test('an empty variable counts as not set', () => {
  expect(load({ PORT: '', DATABASE_URL: ' ', MUSTER_SAMPLE: '' })).toMatchObject({
    port: 3000,
    hasSample: true,
  })
})

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['MUSTER_ROLE', 'boss'],
  ['MUSTER_ADMIN_EMAIL', 'nobody'],
  ['MUSTER_PUBLIC_URL', 'muster.example'],
  ['MUSTER_SECRET', 'tooshort'],
  ['SMTP_URL', 'http://mail.example'],
  ['LOG_LEVEL', 'chatty'],
  ['NODE_ENV', 'staging'],
  ['MUSTER_SAMPLE', 'maybe'],
])('%s = %s throws an error that names the variable but not the value', (name, value) => {
  let message = ''
  try {
    load({ [name]: value })
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    message = (error as Error).message
  }
  expect(message).toMatch(new RegExp(`^${name} must .+$`))
  expect(message).not.toContain(value)
})

test('backups go to a folder or to a bucket of their own', () => {
  expect(load({}).backup).toEqual({
    passphrase: undefined,
    folder: path.join(folder, 'backups'),
    s3: undefined,
  })
  expect(
    load({
      MUSTER_BACKUP_DIR: '/backups',
      MUSTER_BACKUP_S3_BUCKET: 'safe',
      MUSTER_BACKUP_S3_ENDPOINT: 'https://s3.example.org',
      MUSTER_BACKUP_S3_PREFIX: 'muster',
    }).backup,
  ).toMatchObject({ folder: '/backups', s3: { bucket: 'safe', prefix: 'muster/', forcePathStyle: true } })
  expect(() => load({ MUSTER_BACKUP_S3_ACCESS_KEY_ID: 'id' })).toThrow(
    /^MUSTER_BACKUP_S3_SECRET_ACCESS_KEY is needed when MUSTER_BACKUP_S3_ACCESS_KEY_ID is set/,
  )
})

test('a password needs a minimum length and an email address', () => {
  const adminEmail = { MUSTER_ADMIN_EMAIL: 'ada@example.org' }
  expect(() => load({ ...adminEmail, MUSTER_ADMIN_PASSWORD: 'seven77' })).toThrow(/at least 8/)
  expect(() => load({ MUSTER_ADMIN_PASSWORD: 'eight888' })).toThrow(/^MUSTER_ADMIN_EMAIL is needed/)
  expect(load({ ...adminEmail, MUSTER_ADMIN_PASSWORD: 'eight888' }).adminPassword).toBe('eight888')
})

test('an error has one line for each invalid value', () => {
  expect(() => load({ PORT: 'x', MUSTER_ROLE: 'y' })).toThrow(/^PORT .*\nMUSTER_ROLE .*$/)
})

test('a generated secret is stored, private and long', () => {
  const { secret } = load({})
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(load({}).secret).toBe(secret)
  expect(fs.statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(load({ MUSTER_SECRET: 'x'.repeat(32) }).secret).toBe('x'.repeat(32))
})

test('the data folder is created with mode 700', () => {
  const dataDir = path.join(folder, 'new', 'data')
  expect(loadConfig({ MUSTER_DATA_DIR: dataDir }).dataDir).toBe(dataDir)
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('the error for a data folder that cannot be created names the variable', () => {
  fs.writeFileSync(path.join(folder, 'file'), '')
  expect(() => loadConfig({ MUSTER_DATA_DIR: path.join(folder, 'file', 'x') })).toThrow(/^MUSTER_DATA_DIR /)
})

test.each([
  ['true', true],
  ['0', false],
  ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
])('MUSTER_TRUST_PROXY %s', (text, expected) => {
  expect(load({ MUSTER_TRUST_PROXY: text }).trustProxy).toBe(expected)
})

test('a trailing slash of the public URL is removed', () => {
  expect(load({ MUSTER_PUBLIC_URL: 'https://muster.example/' }).publicUrl).toBe('https://muster.example')
})

test('files are stored on the disk or in the configured bucket', () => {
  expect(load({})).toMatchObject({ s3: undefined, maxFileSize: 100 * 1024 * 1024, mapTiles: undefined })
  expect(load({ MUSTER_STORAGE: 's3', S3_BUCKET: 'our-files', MUSTER_MAX_FILE_MB: '500' })).toMatchObject({
    s3: { bucket: 'our-files', region: 'us-east-1', prefix: '', forcePathStyle: false },
    maxFileSize: 500 * 1024 * 1024,
  })
  const own = {
    MUSTER_STORAGE: 's3',
    S3_BUCKET: 'b12',
    S3_ENDPOINT: 'http://minio:9000',
    S3_PREFIX: 'muster',
  }
  expect(load({ ...own, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }).s3).toEqual({
    bucket: 'b12',
    region: 'us-east-1',
    endpoint: 'http://minio:9000',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    prefix: 'muster/',
    forcePathStyle: true,
  })
})

test.each([
  [{ MUSTER_STORAGE: 's3' }, 'S3_BUCKET is needed when MUSTER_STORAGE is s3'],
  [{ S3_BUCKET: 'files' }, 'MUSTER_STORAGE must be s3 when S3_BUCKET is set: files would stay on this disk'],
  [{ MUSTER_STORAGE: 'tape' }, 'MUSTER_STORAGE must be disk or s3'],
  [
    { MUSTER_STORAGE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'x' },
    'S3_SECRET_ACCESS_KEY is needed when S3_ACCESS_KEY_ID is set',
  ],
  [{ MUSTER_MAX_FILE_MB: '0' }, 'MUSTER_MAX_FILE_MB must be at least 1'],
  [
    { MUSTER_MAP_TILE_URL: 'https://tiles.example.org/' },
    'MUSTER_MAP_TILE_URL must be a URL with {z}, {x} and {y}',
  ],
])('%j throws an error for the operator', (env, line) => {
  expect(() => load(env)).toThrow(line)
})
