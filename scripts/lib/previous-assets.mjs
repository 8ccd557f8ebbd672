/**
 * Keeps the files of the build before: a tab that has been open since then loads parts of the app that it has not needed
 * yet, by their old names. The server serves `assets-before` beside `assets`.
 */
import fs from 'node:fs'
import path from 'node:path'

/**
 * Call it before a build that empties `dist`.
 *
 * @param {string} dist the output of the web app's build
 * @param {string} aside a folder on the same disk, for the time of the build
 * @returns {() => void} puts the files that the new build does not have into `dist/assets-before`
 */
export function setAsideAssets(dist, aside) {
  fs.rmSync(aside, { recursive: true, force: true })
  const assets = path.join(dist, 'assets')
  if (!fs.existsSync(assets)) return () => {}
  // A copy: a build that fails leaves what is there.
  fs.cpSync(assets, aside, { recursive: true })
  return () => {
    for (const name of fs.readdirSync(assets)) fs.rmSync(path.join(aside, name), { force: true })
    fs.renameSync(aside, path.join(dist, 'assets-before'))
  }
}
