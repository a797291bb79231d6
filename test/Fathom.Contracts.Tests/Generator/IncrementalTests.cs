using Fathom.Contracts.Generator;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Tests.Generator;

/// <summary>An edit regenerates what it concerns and nothing else.</summary>
public class IncrementalTests
{
    private const string Contracts = "using Fathom.Contracts; using System.Threading.Tasks; namespace N; [Service] public interface IS "
        + "{ Task<A> F(B b); } [Contract] public partial class A { [Member(1)] public int X { get; set; } } [Contract] public partial "
        + "class B { [Member(1)] public A? A { get; set; } }";
    private const string Handler = "using Fathom.Contracts; using Fathom.Mediator.Messages; using System.Threading.Tasks; namespace N; "
        + "[Contract] public partial class Q : IRequest<A> { } public class H : IRequestHandler<Q, A> { public ValueTask<A> "
        + "HandleAsync(Q q, MessageContext c) => default; }";
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
        run.Reasons(ContractGenerator.ContractsStep)
            .ShouldBe([IncrementalStepRunReason.Modified, IncrementalStepRunReason.Unchanged], ignoreOrder: true);
        OnlyReused(run, ContractGenerator.ServicesStep);
        run.Reasons(ContractGenerator.ProtoStep).ShouldHaveSingleItem().ShouldBe(IncrementalStepRunReason.Modified);
        run.OutputReasons().Count(r => r == IncrementalStepRunReason.Modified).ShouldBe(2);
    }

    [Fact]
    public void An_edit_of_a_service_regenerates_it_and_the_text_alone()
    {
        var run = new GeneratorRun(Contracts, Elsewhere);
        run.Edit(0, Contracts.Replace("Task<A> F", "Task<A> G", StringComparison.Ordinal));
        run.Reasons(ContractGenerator.ServicesStep).ShouldHaveSingleItem().ShouldBe(IncrementalStepRunReason.Modified);
        OnlyReused(run, ContractGenerator.ContractsStep);
        run.Reasons(ContractGenerator.ProtoStep).ShouldHaveSingleItem().ShouldBe(IncrementalStepRunReason.Modified);
        run.OutputReasons().Count(r => r == IncrementalStepRunReason.Modified).ShouldBe(2);
    }

    [Fact]
    public void An_edit_of_a_message_or_a_handler_regenerates_the_registration()
    {
        var run = new GeneratorRun(Contracts, Handler);
        run.Edit(1, Handler.Replace("=> default", "=> new(new A())", StringComparison.Ordinal));
        OnlyReused(run);
        run.Edit(1, Handler.Replace("class H :", "class H(System.IServiceProvider services) :", StringComparison.Ordinal));
        run.Reasons(ContractGenerator.RegistrationStep).ShouldHaveSingleItem().ShouldBe(IncrementalStepRunReason.Modified);
        OnlyReused(run, ContractGenerator.ContractsStep);
        OnlyReused(run, ContractGenerator.ProtoStep);
        run.OutputReasons().Count(r => r == IncrementalStepRunReason.Modified).ShouldBe(1);
    }

    private static void OnlyReused(GeneratorRun run)
    {
        OnlyReused(run, ContractGenerator.ContractsStep);
        OnlyReused(run, ContractGenerator.ServicesStep);
        OnlyReused(run, ContractGenerator.RegistrationStep);
        OnlyReused(run, ContractGenerator.ProtoStep);
        run.OutputReasons().ShouldNotBeEmpty();
        run.OutputReasons().ShouldAllBe(r => r == IncrementalStepRunReason.Cached);
    }

    private static void OnlyReused(GeneratorRun run, string step)
    {
        run.Reasons(step).ShouldNotBeEmpty();
        run.Reasons(step).ShouldAllBe(r => r == IncrementalStepRunReason.Unchanged || r == IncrementalStepRunReason.Cached);
    }
}
