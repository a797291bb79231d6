namespace Fathom.Bench.Witness;

/// <summary>Repeats one round of an attack on a thread of its own until it is disposed, which fails where a round failed. Owned by a
/// measurement.</summary>
internal sealed class Attack : IDisposable
{
    private readonly Thread _thread;
    private volatile bool _ended;
    private volatile Exception? _failure;

    public Attack(Action round)
    {
        _thread = new Thread(() => Run(round)) { IsBackground = true };
        _thread.Start();
    }

    public void Dispose()
    {
        _ended = true;
        _thread.Join();
        if (_failure is { } failure)
        {
            throw new InvalidOperationException($"The attack ended early, so nothing was measured beside it: {failure.Message}", failure);
        }
    }

    private void Run(Action round)
    {
        try
        {
            while (!_ended)
            {
                round();
            }
        }
        catch (Exception e)
        {
            _failure = e;
        }
    }
}
