import { useNavigate } from 'react-router';
import { showInspector } from '../core/layout';
import { rememberCall } from './palette/recent';

/** Opens a call next to the list of all calls, from any page. */
export function useOpenCallInReview(): (call_id: string) => void {
  const navigate = useNavigate();
  return (call_id) => {
    rememberCall(call_id);
    showInspector();
    void navigate(`/review?call=${call_id}`);
  };
}
