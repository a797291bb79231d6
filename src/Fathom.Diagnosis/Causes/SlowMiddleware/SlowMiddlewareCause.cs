using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SlowMiddleware;

/// <summary>
/// <c>slow-middleware</c>: every call takes time before it reaches its method, in what all methods share: authentication, logging, other
/// middleware and interceptors, or the library itself. A call to a method that does not exist takes it as well, and PING does not.
/// </summary>
public sealed class SlowMiddlewareCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "slow-middleware";

    // Less is the library's own work.
    private const double MinMs = 2;

    private const string Fix = """
        // server: time each part of the pipeline, then take what is slow out of the path of every call
        app.Use(async (context, next) =>
        {
            var began = Stopwatch.GetTimestamp();
            await next(context);
            Durations.Record(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        });
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [ServiceQuantities.Server, ServiceQuantities.PingTime, ServiceQuantities.NoOpTime, ServiceQuantities.CallTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (ping, noOp) = (seen.Value(ServiceQuantities.PingTime), seen.Value(ServiceQuantities.NoOpTime));
        var (call, own) = (seen.Value(ServiceQuantities.CallTime), noOp - ping);
        var figures = $"a call to a method that does not exist takes {FigureText.Duration(noOp)}, PING {FigureText.Duration(ping)}";
        var proxy = ProxyOnTheWay.Of(seen);
        return seen.Find(PathQuantities.BareNoOpTime) is { Value: var bare } && noOp - bare > own / 2
                ? Screening.RuleOut($"{figures}, and {FigureText.Duration(bare)} without metadata")
            : own < MinMs || own < Screening.MinShare * call ? Screening.RuleOut(figures)
            : Screening.Suspected(own / call,
                $"{figures}: {FigureText.Duration(own)} of each call are spent "
                    + proxy switch
                    {
                        null => "before it reaches its method",
                        { IsSeen: true } => "behind a proxy that may answer PING itself, before it reaches its method",
                        _ => "before it reaches its method, in the server or in a proxy before it that does not say what it is",
                    }, Fix,
                proxy is null ? "the same call without that part of the pipeline, in the code of the server"
                    : "the same call to the service's own address, where the proxy has no part in it") with
            {
                Part = Screening.NoOpBeyondPing,
            };
    }
}
