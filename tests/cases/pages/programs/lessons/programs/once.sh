#!/bin/sh
echo once
