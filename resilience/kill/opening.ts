/** A process that opens an empty database, as a service does that starts. */
import { openWorkplace, type Place } from './workplace.ts';

const place = JSON.parse(process.argv[2]!) as Pick<Place, 'location' | 'masterKey'>;
process.stdout.write('ready\n');
const { database } = await openWorkplace(place);
process.stdout.write('opened\n');
await database.close();
