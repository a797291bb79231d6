using Fathom.Lab.Causes;
using Fathom.Lab.Causes.BandwidthCapped;
using Fathom.Lab.Causes.Bufferbloat;
using Fathom.Lab.Causes.CertificatePerCall;
using Fathom.Lab.Causes.ChannelPerCall;
using Fathom.Lab.Causes.ChattySequential;
using Fathom.Lab.Causes.ColdStart;
using Fathom.Lab.Causes.CompressionMisuse;
using Fathom.Lab.Causes.ConnectPathStalls;
using Fathom.Lab.Causes.ConnectionWindowBound;
using Fathom.Lab.Causes.CpuQuotaThrottling;
using Fathom.Lab.Causes.CpuSaturation;
using Fathom.Lab.Causes.EventLoopBlocked;
using Fathom.Lab.Causes.FatMetadata;
using Fathom.Lab.Causes.FlushPerMessage;
using Fathom.Lab.Causes.Frame16kOverhead;
using Fathom.Lab.Causes.GcPauses;
using Fathom.Lab.Causes.HugeUnaryMessage;
using Fathom.Lab.Causes.IdleOrLifetimeReconnect;
using Fathom.Lab.Causes.L4PinnedBalancing;
using Fathom.Lab.Causes.L7ProxyBufferingOrLimits;
using Fathom.Lab.Causes.LeakedStreams;
using Fathom.Lab.Causes.LoggingOverhead;
using Fathom.Lab.Causes.LossBound;
using Fathom.Lab.Causes.MaxConcurrentStreamsQueue;
using Fathom.Lab.Causes.MethodWaits;
using Fathom.Lab.Causes.MtuBlackHole;
using Fathom.Lab.Causes.NagleDelayedAck;
using Fathom.Lab.Causes.OneConnectionCpuLimit;
using Fathom.Lab.Causes.PerCallWindowRamp;
using Fathom.Lab.Causes.SerialisedHandler;
using Fathom.Lab.Causes.ServerWindowBoundUpload;
using Fathom.Lab.Causes.SlowReaderStarvesConnection;
using Fathom.Lab.Causes.SlowSerializer;
using Fathom.Lab.Causes.SlowStart;
using Fathom.Lab.Causes.SlowStartAfterIdle;
using Fathom.Lab.Causes.StopAndWaitSender;
using Fathom.Lab.Causes.StreamWindowBoundDownload;
using Fathom.Lab.Causes.ThreadPoolStarvation;
using Fathom.Lab.Causes.TimerQuantisedPoll;
using Fathom.Lab.Causes.WrongGcMode;

namespace Fathom.Lab.Doctor;

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

    /// <summary>Those that probes of a service show from outside.</summary>
    public static IReadOnlyList<Cause> OfServices { get; } =
    [
        new MaxConcurrentStreamsQueueCause(), new ThreadPoolStarvationCause(), new SerialisedHandlerCause(), new CompressionMisuseCause(),
        new StreamWindowBoundDownloadCause(), new NagleDelayedAckCause(), new ConnectPathStallsCause(), new ColdStartCause(),
        new MethodWaitsCause(), new TimerQuantisedPollCause(), new EventLoopBlockedCause(), new L4PinnedBalancingCause(),
        new L7ProxyBufferingOrLimitsCause(), new IdleOrLifetimeReconnectCause(), new FlushPerMessageCause(), new HugeUnaryMessageCause(),
        new GcPausesCause(), new CpuQuotaThrottlingCause(), new CpuSaturationCause(),
        new OneConnectionCpuLimitCause(), new Frame16kOverheadCause(), .. OfPaths, .. OfHangs,
    ];

    /// <summary>All of them, each once.</summary>
    public static IReadOnlyList<Cause> All { get; } = [.. OfProcesses.Concat(OfServices).DistinctBy(c => c.Id)];
}
