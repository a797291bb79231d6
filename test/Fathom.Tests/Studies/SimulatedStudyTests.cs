using Fathom.Studies;
using Fathom.Studies.Mediator;
using Fathom.TestKit;
using Fathom.TestKit.Simulations;

namespace Fathom.Tests.Studies;

/// <summary>
/// A thousand studies of one plan, which has both kinds of comparisons: as many find what is not there as are allowed, and what is there
/// is found. <c>Fathom.Bench -- statistics</c> simulates all plans.
/// </summary>
public class SimulatedStudyTests
{
    private static readonly int Studies = Thorough.Count(1000, 2000);

    private static readonly StudySimulation Simulation = new(MediatorStudy.Spec, Profile.Full);

    public static TheoryData<string> Noises => [.. NoiseModel.All.Select(n => n.Name)];

    [Theory]
    [MemberData(nameof(Noises))]
    public void Where_nothing_has_an_effect_at_most_five_percent_of_studies_find_one(string noise) =>
        Simulation.WithFalseFindings(NoiseModel.All.Single(n => n.Name == noise), Studies).ShouldBeLessThanOrEqualTo(Studies / 20);

    [Fact]
    public void Where_a_change_makes_a_difference_of_the_margin_at_most_five_percent_of_studies_find_that_it_makes_none() =>
        Simulation.WithFalseEquivalences(NoiseModel.Lognormal("5 %", 0.05), Studies).ShouldNotBeNull()
            .ShouldBeInRange(1, Studies / 20);

    [Fact]
    public void A_true_ratio_of_1_3_in_noise_of_ten_percent_is_found_by_four_studies_in_five() =>
        Simulation.Power(1.3, NoiseModel.Lognormal("10 %", 0.1), Studies / 2).ShouldAllBe(p => p.Found >= 0.8);
}
