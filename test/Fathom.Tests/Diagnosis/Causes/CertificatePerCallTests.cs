using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class CertificatePerCallTests : CauseTests<CertificatePerCallCause>
{
    protected override Setting[] Set => [ProcessQuantities.CertificatePerCall.Is(true), ProcessQuantities.SendersShareLock.Is(true)];

    protected override Setting[] Measured => [CallQuantities.TimePerCall.Is(24_500), ProcessQuantities.CertificateTime.Is(24_000)];

    protected override Setting Change => ProcessQuantities.CertificatePerCall.Is(false);

    protected override Setting[] MeasuredAfter => [CallQuantities.TimePerCall.Is(100), ProcessQuantities.CertificateTime.Is(0.1)];

    protected override Quantity<double> Metric => CallQuantities.TimePerCall;

    [Fact]
    public void The_claim_names_the_time_and_what_goes_without_it()
    {
        var diagnosis = Judge()!;
        diagnosis.Claim.ShouldStartWith("Every message pays 24 ms for certificates");
        diagnosis.Claim.ShouldContain("40.8 messages a second, and 10,000 with certificates loaded once");
        diagnosis.Model!.Predicted.ShouldBe(24_000);
    }

    [Fact]
    public void The_time_on_certificates_is_an_accounting_check_since_it_was_measured_in_the_same_run() =>
        Judge()!.Model.ShouldNotBeNull().IsAccounting.ShouldBeTrue();

    [Fact]
    public void Without_a_lock_the_time_on_certificates_predicts_no_time_per_message() =>
        Judge(ProcessQuantities.SendersShareLock.Is(false))!.Model.ShouldBeNull();

    [Fact]
    public void Certificates_that_still_take_a_tenth_of_their_time_are_not_the_cause() =>
        Judge(butAfter: ProcessQuantities.CertificateTime.Is(2_500)).ShouldBeNull();
}
