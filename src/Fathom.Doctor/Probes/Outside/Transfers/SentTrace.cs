namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>When the parts of a request went out, and how long they waited for the server's credit. Owned by one call.</summary>
internal sealed class SentTrace
{
    private readonly List<(long At, int Bytes)> _parts = [];
    private readonly List<(long From, long To)> _waits = [];
    private readonly TaskCompletionSource<long> _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _complete = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long? _waitsSince;

    /// <summary>Completes when the first DATA of the request goes out, with the timestamp of that.</summary>
    public Task<long> Begun => _begun.Task;

    /// <summary>Completes when the last goes out.</summary>
    public Task Complete => _complete.Task;

    /// <summary>DATA of the request: when it went out, and how much.</summary>
    public IReadOnlyList<(long At, int Bytes)> Parts => _parts;

    /// <summary>From when to when there was more to send, and no credit.</summary>
    public IReadOnlyList<(long From, long To)> Waits => _waits;

    /// <summary>A part goes out.</summary>
    /// <param name="at">Timestamp of that.</param>
    /// <param name="bytes">How much.</param>
    /// <param name="isLast">Whether nothing is left.</param>
    public void OnSent(long at, int bytes, bool isLast)
    {
        if (_waitsSince is { } since)
        {
            _waits.Add((since, at));
            _waitsSince = null;
        }

        _parts.Add((at, bytes));
        _begun.TrySetResult(at);
        if (isLast)
        {
            _complete.TrySetResult();
        }
    }

    /// <summary>More is to be sent, and the server has given no room for it.</summary>
    public void OnNoCredit(long at) => _waitsSince ??= at;
}
