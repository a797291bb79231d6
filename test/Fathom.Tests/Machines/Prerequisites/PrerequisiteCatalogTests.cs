using System.Reflection;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>All prerequisites, those of tests too, on machines that have everything or nothing.</summary>
public class PrerequisiteCatalogTests
{
    private static readonly IReadOnlyList<Prerequisite> OfTests = Declared(typeof(TestPrerequisites), typeof(ForeignGrpcPrerequisites));
    private static readonly IReadOnlyList<Prerequisite> Every = [.. PrerequisiteCatalog.All, .. OfTests];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_machine_that_has_everything_lacks_nothing()
    {
        var results = await PrerequisiteCatalog.CheckAsync(Every, FakeMachine.Full(), Token);

        results.Where(r => !r.IsPresent).Select(r => r.Message).ShouldBeEmpty();
        results.ShouldAllBe(r => r.Found.Length > 0);
    }

    [Fact]
    public async Task An_empty_machine_lacks_every_program_and_each_has_a_remedy()
    {
        var machine = new FakeMachine { IsLinux = false, IsWindows = true, Processors = 1, Checkout = null };

        var results = await PrerequisiteCatalog.CheckAsync(Every, machine, Token);

        results.Where(r => r.IsPresent).Select(r => r.Prerequisite.Id).ShouldBe(["dotnet-runtime", "memory", "built-in-codecs"]);
        results.ShouldAllBe(r => r.Remedy.EndsWith('.') && r.Found.Length > 0);
    }

    [Fact]
    public void Ids_and_names_are_unique_and_every_prerequisite_is_in_the_catalog()
    {
        PrerequisiteCatalog.All.ShouldBe(Declared(typeof(StudyPrerequisites), typeof(LinkPrerequisites)), ignoreOrder: true);
        Every.Select(p => p.Id).ShouldBeUnique();
        Every.Select(p => p.Name).ShouldBeUnique();
    }

    [Fact]
    public async Task No_path_host_or_user_gets_into_a_result()
    {
        var machine = FakeMachine.Full();
        foreach (var failing in new[] { machine.Programs,
            machine.Programs.ToDictionary(p => p.Key, p => (2, "/home/alice", "/home/alice")) })
        {
            var results = await PrerequisiteCatalog.CheckAsync(
                Every, new FakeMachine { Programs = failing, Tun = DeviceAccess.Denied }, Token);

            results.ShouldAllBe(r => !r.Message.Contains("alice", StringComparison.Ordinal));
        }
    }

    private static List<Prerequisite> Declared(params Type[] types) =>
    [
        .. types.SelectMany(t => t.GetProperties(BindingFlags.Public | BindingFlags.Static))
            .Where(p => p.PropertyType == typeof(Prerequisite)).Select(p => (Prerequisite)p.GetValue(null)!),
    ];
}
