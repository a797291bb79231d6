using Microsoft.Extensions.Logging;

namespace Fathom.Subjects.Hosts;

/// <summary>Loggers of a subject: what is at least a warning goes to standard error, one entry after another.</summary>
public sealed class StandardErrorLoggers : ILoggerFactory, ILogger
{
    /// <inheritdoc/>
    public ILogger CreateLogger(string categoryName) => this;

    /// <inheritdoc/>
    public void AddProvider(ILoggerProvider provider) => throw new NotSupportedException("A subject logs to standard error alone.");

    /// <inheritdoc/>
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    /// <inheritdoc/>
    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

    /// <inheritdoc/>
    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (IsEnabled(logLevel))
        {
            var message = formatter(state, exception);
            Console.Error.WriteLine(exception is null ? message : $"{message}: {exception}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
