using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Logging;

/// <summary>A logger whose exceptions end here: a log that cannot be written must not end a call or a connection.</summary>
internal sealed class GuardedLogger(ILogger logger) : ILogger
{
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => logger.BeginScope(state);

    public bool IsEnabled(LogLevel logLevel)
    {
        try
        {
            return logger.IsEnabled(logLevel);
        }
        catch (Exception)
        {
            return false;
        }
    }

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        try
        {
            logger.Log(logLevel, eventId, state, exception, formatter);
        }
        catch (Exception)
        {
            // There is no other place to report it to.
        }
    }
}
