/** Solves challenges beside the page, which stays responsive. The browser's own cryptography does the work. */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
