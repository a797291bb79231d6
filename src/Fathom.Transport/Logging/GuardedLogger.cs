using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Logging;

/// <summary>A logger whose exceptions end here: a log that cannot be written must not end a call or a connection.</summary>
internal sealed class GuardedLogger : ILogger
{
    private readonly ILogger _logger;

    private GuardedLogger(ILogger logger) => _logger = logger;

    /// <summary>The logger of a category, or null without a factory.</summary>
    public static ILogger? Create(ILoggerFactory? factory, string category) =>
        factory is null ? null : new GuardedLogger(factory.CreateLogger(category));

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => _logger.BeginScope(state);

    public bool IsEnabled(LogLevel logLevel)
    {
        try
        {
            return _logger.IsEnabled(logLevel);
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
            _logger.Log(logLevel, eventId, state, exception, formatter);
        }
        catch (Exception)
        {
            // There is no other place to report it to.
        }
    }
}
