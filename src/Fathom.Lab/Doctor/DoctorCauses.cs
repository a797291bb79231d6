using Fathom.Lab.Causes;
using Fathom.Lab.Causes.CertificatePerCall;
using Fathom.Lab.Causes.ChannelPerCall;
using Fathom.Lab.Causes.CompressionMisuse;
using Fathom.Lab.Causes.CpuQuotaThrottling;
using Fathom.Lab.Causes.GcPauses;
using Fathom.Lab.Causes.LoggingOverhead;
using Fathom.Lab.Causes.SerialisedHandler;
using Fathom.Lab.Causes.ThreadPoolStarvation;

namespace Fathom.Lab.Doctor;

/// <summary>The causes that watching a process shows.</summary>
public static class DoctorCauses
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Cause> All { get; } =
    [
        new ThreadPoolStarvationCause(), new ChannelPerCallCause(), new CertificatePerCallCause(), new CompressionMisuseCause(),
        new GcPausesCause(), new SerialisedHandlerCause(), new LoggingOverheadCause(), new CpuQuotaThrottlingCause(),
    ];
}
