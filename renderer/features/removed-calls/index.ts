import './texts';

export { RemovedCallsPage } from './removed-calls-page';
