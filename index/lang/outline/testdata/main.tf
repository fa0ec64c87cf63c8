# The region to build in.
variable "region" {
  type    = string
  default = "eu"
}

locals {
  name = "shop-${var.region}"
}

resource "aws_instance" "web" {
  ami  = data.aws_ami.base.id
  tags = { Name = local.name }
  lifecycle {
    create_before_destroy = true
  }
}

data "aws_ami" "base" {
  owners = [var.region]
}

module "net" {
  source = "./net"
}

output "address" {
  value = aws_instance.web.public_ip
}
