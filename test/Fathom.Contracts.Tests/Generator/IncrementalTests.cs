using Fathom.Contracts.Generator;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Tests.Generator;

/// <summary>An edit regenerates what it concerns and nothing else.</summary>
public class IncrementalTests
{
    private const string Contracts = "using Fathom.Contracts; namespace N; [Contract] public partial class A { [Member(1)] public int X { get; set; } } [Contract] public partial class B { [Member(1)] public A? A { get; set; } }";
    private const string Elsewhere = "namespace N; public class Other { public int F() => 1; }";

    [Fact]
    public void An_edit_elsewhere_regenerates_nothing()
    {
        var run = new GeneratorRun(Contracts, Elsewhere);
        run.Edit(1, Elsewhere.Replace("=> 1", "=> 2", StringComparison.Ordinal));
        OnlyReused(run);
    }

    [Fact]
    public void An_edit_that_only_moves_a_contract_regenerates_nothing()
    {
        var run = new GeneratorRun(Contracts, Elsewhere);
        run.Edit(0, "// A comment.\n\n" + Contracts);
        OnlyReused(run);
    }

    [Fact]
    public void An_edit_of_a_contract_regenerates_it_and_the_text_alone()
    {
        var run = new GeneratorRun(Contracts, Elsewhere);
        run.Edit(0, Contracts.Replace("int X", "long X", StringComparison.Ordinal));
        run.Reasons(ContractGenerator.ContractsStep).ShouldBe([IncrementalStepRunReason.Modified, IncrementalStepRunReason.Unchanged], ignoreOrder: true);
        run.Reasons(ContractGenerator.ProtoStep).ShouldHaveSingleItem().ShouldBe(IncrementalStepRunReason.Modified);
        run.OutputReasons().Count(r => r == IncrementalStepRunReason.Modified).ShouldBe(2);
    }

    private static void OnlyReused(GeneratorRun run)
    {
        run.Reasons(ContractGenerator.ContractsStep).ShouldAllBe(r => r == IncrementalStepRunReason.Unchanged || r == IncrementalStepRunReason.Cached);
        run.Reasons(ContractGenerator.ProtoStep).ShouldAllBe(r => r == IncrementalStepRunReason.Unchanged || r == IncrementalStepRunReason.Cached);
        run.OutputReasons().ShouldNotBeEmpty();
        run.OutputReasons().ShouldAllBe(r => r == IncrementalStepRunReason.Cached);
    }
}
