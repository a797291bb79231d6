using Microsoft.Extensions.Logging;

namespace Fathom.Tests.Transport.Server;

/// <summary>A logger whose disk is full.</summary>
internal sealed class FailingLogger : ILoggerFactory, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider) => throw new IOException("The disk is full.");

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => throw new IOException("The disk is full.");

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        throw new IOException("The disk is full.");

    public void Dispose()
    {
    }
}
