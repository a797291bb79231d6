using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.BandwidthCapped;
using Fathom.Diagnosis.Causes.Bufferbloat;
using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.ChattySequential;
using Fathom.Diagnosis.Causes.ColdStart;
using Fathom.Diagnosis.Causes.CompressionMisuse;
using Fathom.Diagnosis.Causes.ConnectPathStalls;
using Fathom.Diagnosis.Causes.ConnectionWindowBound;
using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Causes.CpuSaturation;
using Fathom.Diagnosis.Causes.EventLoopBlocked;
using Fathom.Diagnosis.Causes.FatMetadata;
using Fathom.Diagnosis.Causes.FlushPerMessage;
using Fathom.Diagnosis.Causes.Frame16kOverhead;
using Fathom.Diagnosis.Causes.GcPauses;
using Fathom.Diagnosis.Causes.HugeUnaryMessage;
using Fathom.Diagnosis.Causes.IdleOrLifetimeReconnect;
using Fathom.Diagnosis.Causes.L4PinnedBalancing;
using Fathom.Diagnosis.Causes.L7ProxyBufferingOrLimits;
using Fathom.Diagnosis.Causes.LeakedStreams;
using Fathom.Diagnosis.Causes.LoggingOverhead;
using Fathom.Diagnosis.Causes.LossBound;
using Fathom.Diagnosis.Causes.MaxConcurrentStreamsQueue;
using Fathom.Diagnosis.Causes.MethodWaits;
using Fathom.Diagnosis.Causes.MtuBlackHole;
using Fathom.Diagnosis.Causes.NagleDelayedAck;
using Fathom.Diagnosis.Causes.PerCallWindowRamp;
using Fathom.Diagnosis.Causes.RateLimited;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Diagnosis.Causes.ServerWindowBoundUpload;
using Fathom.Diagnosis.Causes.SlowMiddleware;
using Fathom.Diagnosis.Causes.SlowReaderStarvesConnection;
using Fathom.Diagnosis.Causes.SlowSerializer;
using Fathom.Diagnosis.Causes.SlowStart;
using Fathom.Diagnosis.Causes.SlowStartAfterIdle;
using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Causes.StreamWindowBoundDownload;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Causes.TimerQuantisedPoll;
using Fathom.Diagnosis.Causes.WrongGcMode;

namespace Fathom.Doctor;

/// <summary>The causes that the doctor knows, by what shows them.</summary>
public static class DoctorCauses
{
    /// <summary>Those that watching a process shows.</summary>
    public static IReadOnlyList<Cause> OfProcesses { get; } =
    [
        new ThreadPoolStarvationCause(), new ChannelPerCallCause(), new CertificatePerCallCause(), new CompressionMisuseCause(),
        new GcPausesCause(), new SerialisedHandlerCause(), new LoggingOverheadCause(), new CpuQuotaThrottlingCause(),
        new PerCallWindowRampCause(), new ConnectPathStallsCause(), new IdleOrLifetimeReconnectCause(), new WrongGcModeCause(),
        new ColdStartCause(), new SlowSerializerCause(), new ChattySequentialCause(), new CpuSaturationCause(),
        new MaxConcurrentStreamsQueueCause(), new LeakedStreamsCause(), new BandwidthCappedCause(),
    ];

    /// <summary>Those of the way between client and server, of its windows and packets.</summary>
    public static IReadOnlyList<Cause> OfPaths { get; } =
    [
        new StopAndWaitSenderCause(), new ConnectionWindowBoundCause(), new ServerWindowBoundUploadCause(), new SlowStartAfterIdleCause(),
        new SlowStartCause(), new BandwidthCappedCause(), new BufferbloatCause(), new LossBoundCause(), new FatMetadataCause(),
    ];

    /// <summary>Those of calls that do not end.</summary>
    public static IReadOnlyList<Cause> OfHangs { get; } = [new MtuBlackHoleCause(), new SlowReaderStarvesConnectionCause()];

    /// <summary>Those that probes of a service show from outside. What calls at once wait for is told by rivals in their place.</summary>
    public static IReadOnlyList<Cause> OfServices { get; } =
    [
        new CompressionMisuseCause(),
        new StreamWindowBoundDownloadCause(), new NagleDelayedAckCause(), new ConnectPathStallsCause(), new ColdStartCause(),
        new MethodWaitsCause(), new SlowMiddlewareCause(), new TimerQuantisedPollCause(), new EventLoopBlockedCause(),
        new L4PinnedBalancingCause(),
        new L7ProxyBufferingOrLimitsCause(), new IdleOrLifetimeReconnectCause(), new FlushPerMessageCause(), new HugeUnaryMessageCause(),
        new GcPausesCause(), new CpuQuotaThrottlingCause(), new Frame16kOverheadCause(), new RateLimitedCause(), new LoggingOverheadCause(),
        .. OfPaths, .. OfHangs,
    ];

    /// <summary>All of them, each once.</summary>
    public static IReadOnlyList<Cause> All { get; } = [.. OfProcesses.Concat(OfServices).DistinctBy(c => c.Id)];
}
