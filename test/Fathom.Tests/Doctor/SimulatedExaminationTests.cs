using Fathom.Doctor;
using Fathom.TestKit;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Doctor;

/// <summary>
/// A thousand examinations in which nothing has an effect, in every noise that is known: as many find a cause as are allowed.
/// <c>Fathom.Bench -- doctor-noise</c> simulates all plans.
/// </summary>
public class SimulatedExaminationTests
{
    private static readonly int Runs = Thorough.Count(1000, 2000);

    // Of the plans, those with most changes: they share the false findings.
    private static readonly DoctorSimulation Program = new(IsService: false, Changes: 3, DoctorOptions.DefaultPairs);
    private static readonly DoctorSimulation Service = new(IsService: true, Changes: 3, DoctorOptions.DefaultServicePairs);

    public static TheoryData<string> Noises => [.. NoiseModel.All.Append(NoiseModel.BusyNeighbour).Select(n => n.Name)];

    [Theory]
    [MemberData(nameof(Noises))]
    public void Where_nothing_has_an_effect_at_most_five_percent_of_examinations_name_a_finding(string noise)
    {
        var model = NoiseModel.All.Append(NoiseModel.BusyNeighbour).Single(n => n.Name == noise);
        AtMostFivePercent(Program, model);
        AtMostFivePercent(Service, model);
    }

    [Fact]
    public void A_change_that_makes_a_difference_of_the_margin_is_rarely_found_to_make_none() =>
        Service.WithFalseEquivalences(Runs).ShouldBeInRange(1, Runs / 20);

    [Fact]
    public void A_cause_that_costs_half_of_the_time_is_found_in_noise_of_ten_percent() =>
        Program.Finding(2, NoiseModel.Lognormal("10 %", 0.1), Runs / 10).ShouldBe(Runs / 10);

    private static void AtMostFivePercent(DoctorSimulation plan, NoiseModel noise) =>
        plan.WithFalseFindings(noise, Runs).ShouldBeLessThanOrEqualTo(Runs / 20);
}
