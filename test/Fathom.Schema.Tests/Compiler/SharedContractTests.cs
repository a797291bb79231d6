using System.Reflection;
using System.Reflection.Emit;
using Fathom.Schema.Compiler;
using Fathom.Schema.Faults;
using Fathom.TestKit;

namespace Fathom.Schema.Tests.Compiler;

/// <summary>The assembly of a server whose contracts stand in another, which its clients have too.</summary>
public class SharedContractTests
{
    [Fact]
    public async Task Contracts_of_a_reference_beside_the_assembly_are_read_and_of_any_other_are_not()
    {
        using var folder = new TemporaryFolder();
        var contracts = typeof(SharedContractTests).Assembly.Location;
        File.Copy(contracts, folder.PathOf(Path.GetFileName(contracts)));
        Write(folder.PathOf("server.dll"), typeof(SharedContractTests));
        Write(folder.PathOf("other.dll"), typeof(object));

        var types = await AssemblyContracts.ReadAsync(folder.PathOf("server.dll"), "server.dll", CancellationToken.None);
        var other = await Should.ThrowAsync<SchemaException>(
            AssemblyContracts.ReadAsync(folder.PathOf("other.dll"), "other.dll", CancellationToken.None));

        types.GetService("acme.v1.Stock").Methods.ShouldNotBeEmpty();
        other.Message.ShouldStartWith("--assembly: 'other.dll' and its references beside it declare no contracts; accepted: ");
    }

    // An assembly with one type, which inherits from that of another.
    private static void Write(string path, Type parent)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName(Path.GetFileNameWithoutExtension(path)), typeof(object).Assembly);
        assembly.DefineDynamicModule("main").DefineType("Server", TypeAttributes.Public, parent).CreateType();
        assembly.Save(path);
    }
}
