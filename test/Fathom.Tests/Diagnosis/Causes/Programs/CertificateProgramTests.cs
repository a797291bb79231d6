using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Doctor.Interventions;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

/// <summary>Programs that load certificates or build chains for every call: the system's are taken from around them.</summary>
public sealed class CertificateProgramTests
{
    private static readonly CertificatePerCallCause Cause = new();

    private static readonly Setting[] Building = [WatchQuantities.CertificateShare.Is(0.8), WatchQuantities.Exceptions.Is(2)];

    [Fact]
    public void Folder_and_file_of_the_systems_certificates_are_empty()
    {
        ProgramEvidence.Tried(Cause, Building).ShouldBe(["SSL_CERT_DIR= SSL_CERT_FILE="]);
        new WithoutSystemRoots().Environment.ShouldBe(new Dictionary<string, string> { ["SSL_CERT_DIR"] = "", ["SSL_CERT_FILE"] = "" });
    }

    [Fact]
    public void Less_time_on_certificates_is_an_effect_whatever_exceptions_of_its_start_were_seen() =>
        WhyNot(WatchQuantities.CertificateShare.Is(0.7), WatchQuantities.Exceptions.Is(4)).ShouldBeNull();

    [Fact]
    public void A_program_that_loads_and_builds_no_chain_is_as_slow_without_them() => WhyNot(WatchQuantities.CertificateShare.Is(0.75))
        .ShouldBe("a thread still spent 3 s on certificates, and 3.2 s with those of the system");

    // Its calls fail at once: it is faster, and not because it loads less.
    [Fact]
    public void A_program_that_needs_them_is_not_compared()
    {
        WhyNot(WatchQuantities.CertificateShare.Is(0), WatchQuantities.Exceptions.Is(602))
            .ShouldBe("the program threw 600 more exceptions: it needs the certificates of the system");
        WhyNot(WatchQuantities.CertificateShare.Is(0), WatchQuantities.Exchanges.Is(140))
            .ShouldBe("the program made fewer calls: it needs the certificates of the system");
    }

    [Fact]
    public void The_claim_says_which_part_of_it_was_proven()
    {
        var proven = ProgramEvidence.Judge(Cause, Building, [WatchQuantities.CertificateShare.Is(0.7)], 4000, 3000,
            WatchQuantities.SystemRoots.Is("none")).ShouldNotBeNull();
        proven.Claim.ShouldBe("80 % of the time a thread loads certificates or builds chains. Every chain is built from all certificates "
            + "that the system trusts: 4 s, and 3 s with none of them and nothing else changed. Loading certificates once saves that part "
            + "and the rest.");
        proven.Share.ShouldBeNull("what was proven is what the change saves");
        proven.Fix.ShouldContain("CustomRootTrust");
    }

    private static string? WhyNot(params Setting[] after) => new WithoutSystemRoots().WhyWithoutEffect(
        ProgramEvidence.With(Building), ProgramEvidence.With([WatchQuantities.Exceptions.Is(2), .. after]));
}
