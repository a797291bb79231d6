using Fathom.Tests.Transport.Server;
using Fathom.TestKit;
using Fathom.Transport.Logging;
using Microsoft.Extensions.Logging;

namespace Fathom.Tests.Transport.Logging;

/// <summary>How many lines of a kind a peer can make a server write.</summary>
public sealed class RateLimitedLoggerTests : IDisposable
{
    private const int Max = RateLimitedLogger.MaxLinesPerMinute;

    private readonly VirtualTime _time = new();
    private readonly LineLogger _log = new();

    [Fact]
    public void The_reason_of_a_connection_that_failed_is_one_line_of_a_bounded_length()
    {
        ServerLog.ConnectionFailed(_log.CreateLogger("any"), "peer", new string('~', 2000) + "\n");

        _log.Lines.ShouldHaveSingleItem().Count(c => c == '~').ShouldBeInRange(SecurityPage.Number("500 of a reason") - 10,
            SecurityPage.Number("500 of a reason"));
    }

    [Fact]
    public void Lines_of_one_kind_are_limited_in_a_minute_and_what_was_left_out_is_counted()
    {
        var logger = new RateLimitedLogger(_log, _time);
        for (var i = 0; i < 3000; i++)
        {
            Write(logger, 1, $"line {i}");
        }

        _log.Lines.ShouldBe(Enumerable.Range(0, Max).Select(i => $"Warning: line {i}"));
        _time.Advance(TimeSpan.FromSeconds(59));
        _log.Lines.Count.ShouldBe(Max);

        _time.Advance(TimeSpan.FromSeconds(1));

        _log.Lines.Last().ShouldBe($"Warning: {3000 - Max} more lines 'kind 1' were left out: {Max} in a minute are written");
        Write(logger, 1, "again");
        _log.Lines.Last().ShouldBe("Warning: again");
        _time.Advance(TimeSpan.FromMinutes(5));
        _log.Lines.Count.ShouldBe(Max + 2, "nothing was left out since");
    }

    [Fact]
    public void Each_kind_has_its_own_lines_and_debug_has_no_limit()
    {
        var logger = new RateLimitedLogger(_log, _time);
        for (var i = 0; i < 2 * Max; i++)
        {
            Write(logger, 1, "one");
            Write(logger, 2, "debug", LogLevel.Debug);
        }

        Write(logger, 3, "three", LogLevel.Error);

        _log.Lines.Count(line => line == "Warning: one").ShouldBe(Max);
        _log.Lines.Count(line => line == "Debug: debug").ShouldBe(2 * Max);
        _log.Lines.ShouldContain("Error: three");
    }

    [Fact]
    public void A_logger_that_throws_ends_nothing()
    {
        var logger = new RateLimitedLogger(new FailingLogger().CreateLogger("any"), _time);
        for (var i = 0; i < 2 * Max; i++)
        {
            Write(logger, 1, "line");
        }

        _time.Advance(TimeSpan.FromMinutes(2));
    }

    public void Dispose() => _log.Dispose();

    private static void Write(RateLimitedLogger logger, int kind, string text, LogLevel level = LogLevel.Warning) =>
        logger.Log(level, new EventId(kind, $"kind {kind}"), text, null, static (state, _) => state);
}
