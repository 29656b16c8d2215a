import './texts';

export { SamplePane } from './sample-pane';
export { TakeSample } from './take-sample';
