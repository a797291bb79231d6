namespace Fathom.Cli.Commands.Loads;

/// <summary>Says once that no call of a run ends, while the run goes on: without a deadline nothing else would.</summary>
internal sealed class StuckRunNote(FathomConsole console, LoadSpec spec)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly bool _isEnded = spec.Target.Deadline is not null || spec.Target.StreamFor is not null;
    private long _ended = -1;
    private long _since;
    private bool _said;

    /// <summary>Looks at the calls of the run, a few times a second.</summary>
    /// <param name="ended">Calls that have ended so far.</param>
    /// <param name="inFlight">Calls in flight.</param>
    public void Look(long ended, long inFlight)
    {
        if (ended != _ended || inFlight == 0)
        {
            (_ended, _since) = (ended, console.Time.GetTimestamp());
        }
        else if (!_said && !_isEnded && console.Time.GetElapsedTime(_since) is var silence && silence >= Patience)
        {
            _said = true;
            console.Error.WriteLine($"no call has ended for {silence.TotalSeconds:0} s: {inFlight:#,0} in flight, without --deadline"
                + (spec.Target.Kind == Transport.Calls.MethodKind.Unary ? "" : "; streams that last need --stream-for")
                + "; Ctrl-C ends the run and keeps what was measured");
        }
    }
}
