using Fathom.SubjectProtocol.Flags;
using Fathom.Tree.Nodes;
using Microsoft.Extensions.Logging;

namespace Fathom.Tree.Services.Nodes;

/// <summary>What is wrong with a process, around each of its requests: a wait, a lock, log lines. One for all requests.</summary>
public sealed partial class NodeFaults : IDisposable
{
    private const int LinesPerRequest = 8;

    private readonly SemaphoreSlim? _lock;
    private readonly int _delayMs;
    private readonly bool _blocks;
    private readonly bool _logs;

    /// <summary>The faults that flags ask for.</summary>
    public NodeFaults(FlagValues flags)
    {
        _lock = flags.Of(NodeFlags.Lock) ? new(1) : null;
        _delayMs = flags.Of(NodeFlags.Delay);
        _blocks = flags.Of(NodeFlags.Call) == "blocking";
        _logs = flags.Of(NodeFlags.SlowConsole);
    }

    /// <summary>Handles a request.</summary>
    /// <param name="log">The application's log.</param>
    /// <param name="what">The request, for the log.</param>
    /// <param name="handle">What the process does for it.</param>
    public async ValueTask<T> AroundAsync<T>(ILogger log, string what, Func<ValueTask<T>> handle)
    {
        // What ASP.NET Core's template writes in Development: eight lines a request.
        for (var i = 0; _logs && i < LinesPerRequest; i++)
        {
            WriteLine(log, what, i);
        }

        if (_lock is not null)
        {
            await _lock.WaitAsync();
        }

        try
        {
            if (_delayMs > 0)
            {
                await WaitAsync();
            }

            return await handle();
        }
        finally
        {
            _lock?.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _lock?.Dispose();

    [LoggerMessage(Level = LogLevel.Information, Message = "Request {What}, line {Line}")]
    private static partial void WriteLine(ILogger log, string what, int line);

    private async ValueTask WaitAsync()
    {
        var waiting = Task.Delay(_delayMs);
        if (_blocks)
        {
            waiting.GetAwaiter().GetResult();
            return;
        }

        await waiting;
    }
}
