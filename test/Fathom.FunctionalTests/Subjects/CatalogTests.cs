using Fathom.Studies;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Subjects;

/// <summary>What a study starts is what the build has made, in every profile: nobody runs the long ones
/// often.</summary>
public class CatalogTests
{
    public static TheoryData<string, Profile> Plans
    {
        get
        {
            var plans = new TheoryData<string, Profile>();
            foreach (var study in StudyCatalog.All)
            {
                foreach (var profile in Enum.GetValues<Profile>())
                {
                    plans.Add(study.Name, profile);
                }
            }

            return plans;
        }
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public void Every_subject_of_a_study_is_there(string study, Profile profile)
    {
        var named = StudyPlanner.Plan(StudyCatalog.All.Single(s => s.Name == study), profile, seed: 1).Trials.SelectMany(
            t => new[] { t.Setup.Server.Subject, t.Setup.Client.Subject }).Distinct();
        named.ShouldAllBe(subject => BuiltSubjects.Catalog.Names.Contains(subject));
    }
}
