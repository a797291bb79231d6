using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Logging;

/// <summary>
/// A logger that writes at most <see cref="MaxLinesPerMinute"/> lines of one kind in a minute: a peer that fails without pause must not
/// fill a disk. A kind is an event id; debug and trace lines are not limited. At the end of the minute a line says how many were left out.
/// Exceptions of the logger behind it are caught. Thread-safe.
/// </summary>
public sealed class RateLimitedLogger : ILogger
{
    /// <summary>Maximum number of lines of one kind in a minute, 60. The minute begins with the first of them.</summary>
    public const int MaxLinesPerMinute = 60;

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private static readonly Action<ILogger, int, string, int, Exception?> LinesLeftOut = LoggerMessage.Define<int, string, int>(
        LogLevel.Warning, new EventId(16, "LinesLeftOut"), "{Count} more lines '{Kind}' were left out: {Max} in a minute are written");

    private readonly Lock _lock = new();
    private readonly Dictionary<int, Kind> _kinds = [];
    private readonly GuardedLogger _logger;
    private readonly TimeProvider _time;

    /// <summary>Creates a logger.</summary>
    /// <param name="logger">Receives the lines.</param>
    /// <param name="time">The clock. Default the system clock.</param>
    public RateLimitedLogger(ILogger logger, TimeProvider? time = null)
    {
        ArgumentNullException.ThrowIfNull(logger);
        (_logger, _time) = (new GuardedLogger(logger), time ?? TimeProvider.System);
    }

    /// <inheritdoc/>
    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => _logger.BeginScope(state);

    /// <inheritdoc/>
    public bool IsEnabled(LogLevel logLevel) => _logger.IsEnabled(logLevel);

    /// <inheritdoc/>
    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel < LogLevel.Information || TryCount(eventId))
        {
            _logger.Log(logLevel, eventId, state, exception, formatter);
        }
    }

    /// <summary>The logger of a category; null without a factory.</summary>
    internal static ILogger? Create(ILoggerFactory? factory, string category) =>
        factory is null ? null : new RateLimitedLogger(factory.CreateLogger(category));

    private bool TryCount(EventId id)
    {
        lock (_lock)
        {
            var now = _time.GetTimestamp();
            if (!_kinds.TryGetValue(id.Id, out var kind))
            {
                _kinds.Add(id.Id, kind = new Kind(id.Name ?? $"{id.Id}"));
            }

            if (kind.Lines == 0 || _time.GetElapsedTime(kind.BeganAt, now) >= Minute)
            {
                kind.BeganAt = now;
                kind.Lines = 0;
            }

            if (++kind.Lines <= MaxLinesPerMinute)
            {
                return true;
            }

            if (kind.LeftOut++ == 0)
            {
                kind.Timer = _time.CreateTimer(_ => Report(kind), null, Minute - _time.GetElapsedTime(kind.BeganAt, now),
                    Timeout.InfiniteTimeSpan);
            }

            return false;
        }
    }

    private void Report(Kind kind)
    {
        int count;
        lock (_lock)
        {
            (count, kind.LeftOut) = (kind.LeftOut, 0);
            kind.Timer?.Dispose();
            kind.Timer = null;
        }

        LinesLeftOut(_logger, count, kind.Name, MaxLinesPerMinute, null);
    }

    // Owned by the logger; changed under its lock.
    private sealed class Kind(string name)
    {
        public string Name => name;

        public long BeganAt { get; set; }

        public int Lines { get; set; }

        public int LeftOut { get; set; }

        public ITimer? Timer { get; set; }
    }
}
