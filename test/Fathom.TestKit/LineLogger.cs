using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Fathom.TestKit;

/// <summary>Keeps what is logged, one line each, with its level. As a factory it is the logger of every category.</summary>
public sealed class LineLogger : ILogger, ILoggerFactory
{
    private readonly ConcurrentQueue<string> _lines = new();
    private readonly ConcurrentQueue<Exception> _exceptions = new();

    public IReadOnlyCollection<string> Lines => _lines;

    /// <summary>What was logged with a line.</summary>
    public IReadOnlyCollection<Exception> Exceptions => _exceptions;

    /// <inheritdoc/>
    public ILogger CreateLogger(string categoryName) => this;

    /// <inheritdoc/>
    public void AddProvider(ILoggerProvider provider) => throw new NotSupportedException("It keeps the lines itself.");

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    /// <inheritdoc/>
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    /// <inheritdoc/>
    public bool IsEnabled(LogLevel logLevel) => true;

    /// <inheritdoc/>
    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?,
        string> formatter)
    {
        _lines.Enqueue($"{logLevel}: {formatter(state, exception)}");
        if (exception is not null)
        {
            _exceptions.Enqueue(exception);
        }
    }
}
