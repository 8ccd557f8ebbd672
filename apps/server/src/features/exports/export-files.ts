/** Export files on disk, below the data folder, named by export id. */
import fs from 'node:fs'
import path from 'node:path'

export class ExportFiles {
  private readonly folder: string

  constructor(dataDir: string) {
    this.folder = path.join(dataDir, 'exports')
  }

  file(id: number): string {
    return path.join(this.folder, String(id))
  }

  /** Makes the folder. @returns the temporary path to write to, which `finish` renames */
  async begin(id: number): Promise<string> {
    await fs.promises.mkdir(this.folder, { recursive: true, mode: 0o700 })
    return `${this.file(id)}.part`
  }

  /** @returns bytes */
  async finish(id: number): Promise<number> {
    await fs.promises.rename(`${this.file(id)}.part`, this.file(id))
    return (await fs.promises.stat(this.file(id))).size
  }

  async remove(id: number): Promise<void> {
    for (const file of [this.file(id), `${this.file(id)}.part`]) await fs.promises.rm(file, { force: true })
  }
}
