using Fathom.Mediator;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Logging;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;

namespace Fathom.Tests.Transport.Logging;

/// <summary>Every log into which a peer can make Fathom write has the limit.</summary>
public class LimitedLogTests
{
    [Theory]
    [InlineData("channel")]
    [InlineData("host")]
    [InlineData("node")]
    public void Lines_of_one_kind_in_the_log_of_each_are_limited(string whose)
    {
        var log = new LineLogger();
        var logger = whose switch
        {
            "channel" => new ChannelOptions { Address = new Uri("http://localhost"), LoggerFactory = log }.Logger!,
            "host" => new ServerOptions { LoggerFactory = log }.Logger!,
            _ => new NodeDependencies { LoggerFactory = log }.Logger,
        };
        for (var i = 0; i < 10 * RateLimitedLogger.MaxLinesPerMinute; i++)
        {
            logger.Log(LogLevel.Error, new EventId(1, "kind"), i, null, (n, _) => $"line {n}");
        }

        log.Lines.Count.ShouldBe(RateLimitedLogger.MaxLinesPerMinute);
    }
}
