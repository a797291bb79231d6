using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Fathom.TestKit;

/// <summary>Keeps what is logged, one line each, with its level.</summary>
public sealed class LineLogger : ILogger
{
    private readonly ConcurrentQueue<string> _lines = new();

    public IReadOnlyCollection<string> Lines => _lines;

    /// <inheritdoc/>
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    /// <inheritdoc/>
    public bool IsEnabled(LogLevel logLevel) => true;

    /// <inheritdoc/>
    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?,
        string> formatter) =>
        _lines.Enqueue($"{logLevel}: {formatter(state, exception)}");
}
