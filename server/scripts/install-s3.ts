import { installApart } from './install-apart.ts'

/** `npm run s3:install`: installs the client of S3, which a service needs whose pictures a bucket keeps. */
console.log(`Installed: ${await installApart('s3')}`)
